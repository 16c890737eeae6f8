const NO_LOOK = -1;

/** Read a message's maps: views into what was sent, and what changed between them. */
function comparedMaps(data) {
  const sent = new Float32Array(data.body.buffer);
  const n = data.labels.length;
  const [before, after] = [sent.subarray(0, n * n), sent.subarray(n * n)];
  const difference = new Float32Array(n * n);
  for (let i = 0; i < n * n; i++)
    difference[i] = before[i] >= 0 && after[i] >= 0 ? after[i] - before[i] : NaN;
  return { n, maps: [before, after, difference] };
}

/** Tell which sentence fits a pair: both sides have it, one may not look, one has it not. */
function pairKind({ n, maps: [before, after] }, query, key) {
  const [a, b] = [before[query * n + key], after[query * n + key]];
  const here = [!Number.isNaN(a), !Number.isNaN(b)];
  if (!here[0] || !here[1]) return here[0] ? "only_first" : here[1] ? "only_second" : "neither";
  if (a === NO_LOOK) return b === NO_LOOK ? "masked" : "masked_first";
  return b === NO_LOOK ? "masked_second" : "gives";
}

/** Give what stands in the places of such a sentence. */
function pairValues(data, numbers, query, key) {
  const at = query * numbers.n + key;
  const [before, after, difference] = numbers.maps.map((map) => map[at]);
  return {
    query: placeName(data, query), key: placeName(data, key), first: data.said[0], second: data.said[1],
    before: digits(Math.max(0, before), 3), after: digits(Math.max(0, after), 3), difference: withSign(difference, 3),
  };
}

/** Name a place: its word, or both where one word took another's place. */
function placeName({ labels }, place) {
  const [first, second] = labels[place];
  return first && second && first !== second ? `${first} / ${second}` : first || second;
}

/** Make a word's name, with its place where another word is called the same. */
function placed(data, place) {
  const name = placeName(data, place);
  const alike = data.labels.filter((_, other) => placeName(data, other) === name).length > 1;
  return [el("bdi", {}, name), alike && el("small", {}, ` ${place}`)].filter(Boolean);
}

/** Give a difference with its sign; one that rounds to zero has none. */
function withSign(value, places) {
  const text = digits(Math.abs(value), places);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "\u2212"}${text}`;
}
