"""What nobody should be able to do with a sentence, a name or a link: one list for all tests.

Wherever one of these were taken for HTML or a script, ``window.hacked`` would be set or a host that
is not this server's would be asked.
"""

ELSEWHERE = "http://127.0.0.2:1"

HOSTILE: dict[str, str] = {
    "script": "</script><script>window.hacked=1</script> cat",
    "image": f'<img src="{ELSEWHERE}/a.png" onerror="window.hacked=1"> cat',
    "svg": "<svg/onload=window.hacked=1> <details open ontoggle=window.hacked=1> cat",
    "frame": f"<iframe srcdoc='<script>top.hacked=1</script>' src={ELSEWHERE}></iframe> cat",
    "style": f"</style><style>@import '{ELSEWHERE}/a.css'</style> cat",
    "attribute": '" autofocus onfocus=window.hacked=1 x="\' cat',
    "markdown": f"# *a* **b** `c` ~~d~~ > ![p]({ELSEWHERE}/b.png) [a](javascript:window.hacked=1)",
    "directives": ":red[x] :material/home: :blue-badge[y] :cat: $x^2$ $$y$$ \\frac{a}{b} \\$z",
    "braces": "{text} {0} {{}} {t.entries} %s %(x)s ${window.hacked=1} {{7*7}} cat",
    "formula": "=HYPERLINK(\"http://127.0.0.2:1\") +cmd|' /C calc'!A0 @SUM(1,1) -2 cat",
    "toml": '"""\n[[example]]\ntext = "x"\n\'\'\' # cat',
    "path": "../../etc/passwd %2e%2e%2f %00 C:\\Windows\\ file:///etc/passwd cat",
    "zero": "a\x00b \x01\x1b[31m\x7f\x85 cat",
    "direction": "\u202eevil\u202c \u2066x\u2069 \u200f\u061c שלום مرحبا cat",
    "invisible": "a\u200bb\u00adc\ufeffd\u2028e\u2029f\ufffe\uffff cat",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇨🇳 e\u0301\u0323 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ cat",
    "planes": "𝕒𝕓 𠀀 \U0010ffff \U000e0001 cat",
    "long": "x" * 3000 + " cat",
    "lines": "\n\n\r\n\t cat \v\f\x1c end",
}
