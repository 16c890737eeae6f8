"""An embedded model with nothing of ours in it: the library's eager attention, and its tensors."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import AutoModel, AutoModelForCausalLM, PreTrainedModel
from transformers.models.llama.modeling_llama import apply_rotary_pos_emb
from transformers.utils import ModelOutput

from attention import weights

BERT = {
    "q": "encoder.layer.{}.attention.self.query",
    "k": "encoder.layer.{}.attention.self.key",
    "v": "encoder.layer.{}.attention.self.value",
    "o": "encoder.layer.{}.attention.output.dense",
}
LLAMA = {letter: "model.layers.{}.self_attn." + letter + "_proj" for letter in "qkvo"}


@dataclass(frozen=True, eq=False)
class Run:
    """What the model answered, and what its linear layers read and wrote, by (letter, layer)."""

    answer: ModelOutput
    read: dict[tuple[str, int], Tensor]
    wrote: dict[tuple[str, int], Tensor]

    def heads(self, letter: str, layer: int, d_head: int) -> Tensor:
        """Give what a projection wrote, cut into heads: head token d_head."""
        wide = self.wrote[letter, layer]
        return wide.view(wide.shape[0], -1, d_head).transpose(0, 1)

    @property
    def hidden(self) -> Tensor:
        return self.answer.hidden_states[-1][0]


class Plain:
    def __init__(self, name: str) -> None:
        kind = AutoModelForCausalLM if name == "smollm2" else AutoModel
        self.network: PreTrainedModel = kind.from_pretrained(
            weights.folder(name), attn_implementation="eager", dtype=torch.float32
        ).eval()
        self.places = LLAMA if name == "smollm2" else BERT

    def run(self, ids: list[int], **inputs: Tensor) -> Run:
        read: dict[tuple[str, int], Tensor] = {}
        wrote: dict[tuple[str, int], Tensor] = {}

        def note(place: tuple[str, int]):
            def hook(_: nn.Module, args: tuple[Tensor, ...], out: Tensor) -> None:
                read[place], wrote[place] = args[0][0], out[0]

            return hook

        handles = [
            self.network.get_submodule(name.format(layer)).register_forward_hook(
                note((letter, layer))
            )
            for letter, name in self.places.items()
            for layer in range(self.network.config.num_hidden_layers)
        ]
        with torch.inference_mode():
            answer = self.network(
                input_ids=torch.tensor([ids]),
                output_attentions=True,
                output_hidden_states=True,
                **inputs,
            )
        for handle in handles:
            handle.remove()
        return Run(answer, read, wrote)

    def rotate(self, q: Tensor, k: Tensor) -> tuple[Tensor, Tensor]:
        """Turn q and k (head token d_head) as the model turns them; BERT turns nothing."""
        if self.places is BERT:
            return q, k
        positions = torch.arange(q.shape[1])[None]
        cos, sin = self.network.model.rotary_emb(q[None], positions)
        turned = apply_rotary_pos_emb(q[None], k[None], cos, sin)
        return turned[0][0], turned[1][0]
