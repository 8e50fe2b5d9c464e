# SPDX-License-Identifier: Apache-2.0
"""Results as text for people, and as Markdown."""


def row(cells):
    return "| " + " | ".join(cells) + " |"


def time_text(found):
    return f"{1e3 * found['seconds']['median']:.2f} ms"


def ratio_text(found):
    r = found["ratio"]
    return f"{r['median']:.2f} ({r['lower_quartile']:.2f} to {r['upper_quartile']:.2f})"


def plain(result, titles):
    lines = [result["name"]]
    for name, found in result["parties"].items():
        lines.append(f"  {titles[name]:<40} {time_text(found):>12}   {ratio_text(found)}")
    return "\n".join(lines)


def markdown(everything):
    about, titles = everything["about"], everything["about"]["titles"]
    reference, *peers = titles
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    lines = [
        f"# Training steps against peers, {about['threads']} threads", "",
        f"`{about['command']}` on {about['machine']['cpu']}, {about['date']}; {versions}.",
        f"Whole training steps in single precision, run alternately: medians over {about['rounds']} rounds, and how many times as long as "
        "ours each took, the median of the rounds' ratios with its quartiles.", "",
        row(["step", f"{titles[reference]}, of sgemm"] + [text for peer in peers for text in (titles[peer], "ratio")]),
        row(["---"] * (2 + 2 * len(peers)))]
    for result in everything["steps"]:
        ours, share = result["parties"][reference], result.get("of_sgemm")
        cells = [f"`{result['name']}`", time_text(ours) + (f", {share:.2f}" if share else "")]
        for peer in peers:
            found = result["parties"][peer]
            cells += [time_text(found), ratio_text(found)]
        lines.append(row(cells))
    return "\n".join(lines) + "\n"
