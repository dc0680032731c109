"""Flow charts as SVG: everything is drawn, nothing stands left of what it leans on."""

from __future__ import annotations

import re

from perturb.pages.website.flowchart import corners, parse, places, said, svg

SOURCE = """flowchart LR
subgraph s0["2 Background"]
  n_lem_8["lem-8 · A"]:::fallen
end
style s0 fill:none,stroke-dasharray:4
subgraph s1["3 Results"]
  n_cor_9["cor-9"]:::leans
  n_eq_4["eq-4"]:::plain
end
n_lem_8 --> n_cor_9
n_cor_9 --> n_eq_4
n_eq_4 --> n_cor_9
classDef fallen fill:#d6604d,stroke:#67001f,color:#000
classDef leans fill:#fee08b,stroke:#8c6d31,color:#000
classDef plain fill:#eeeeee,stroke:#777777,color:#000"""


def test_all_is_read() -> None:
    chart = parse(SOURCE)
    assert chart.labels == {"n_lem_8": "lem-8 · A", "n_cor_9": "cor-9", "n_eq_4": "eq-4"}
    assert chart.boxes["n_lem_8"] == "2 Background"
    assert chart.kinds["n_cor_9"] == "leans"
    assert len(chart.arrows) == 3


def test_arrows_run_to_the_right_and_a_circle_shares_a_column() -> None:
    at = places(parse(SOURCE))
    assert at["n_lem_8"][0] < at["n_cor_9"][0] == at["n_eq_4"][0]
    assert len(set(at.values())) == 3


def test_nodes_are_links_in_the_colour_of_their_class() -> None:
    drawn = svg(parse(SOURCE))
    assert re.search(r'<a href="#item-lem-8">.*?class="away".*?fill:#d6604d.*?>Lemma 8 · A</text>', drawn)
    assert drawn.count("<a ") == 3
    assert drawn.count('class="head"') == 3


def test_a_column_is_as_wide_as_its_longest_label() -> None:
    chart = parse(SOURCE.replace("cor-9", "num-one-over-r · leans"))
    at = corners(chart)
    assert at["n_cor_9"][2] == at["n_eq_4"][2] > at["n_lem_8"][2]
    assert at["n_cor_9"][0] > at["n_lem_8"][0] + at["n_lem_8"][2]


def test_names_as_people_write_them() -> None:
    assert [said(x) for x in ("lem-8 · A B", "eq-46", "thm-22", "eq-1-9", "num-data")] == [
        "Lemma 8 · A B",
        "(46)",
        "Theorem 22",
        "eq-1-9",
        "num-data",
    ]
