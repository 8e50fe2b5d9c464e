# SPDX-License-Identifier: Apache-2.0
# What the recipes of tools/recipes are written in.  Sourced by tools/reproduce, which sets program, python, quick, jobs, fresh,
# results (folder of all results), all_runs (folder of all runs) and scratch.
#
#   quick KEY=VALUE...           overrides of what follows, at a toy size only
#   sweep CONFIG [PART]          runs a sweep
#   run NAME CONFIG [KEY=VALUE]  makes one run
#   table [PART [NAME OPTION...]]  table of a sweep as Markdown, LaTeX and CSV; with options of plisse table, under a name of its own
#   compare RUN... OPTION...     table of single runs, and how far their surfaces are apart
#   runs_table OPTION...         table with a row for each single run, as Markdown, LaTeX and CSV
#   figure BASE COMMAND ...      python3 tools/figures COMMAND: BASE.pdf and BASE.png; @ stands for the recipe's folder of runs
#   picture BASE RUN... OPTIONS  plisse render: BASE.png
#   bench PART OPTION...         plisse bench --json: PART.json, and its table
#   sized FULL TOY               the first word, or the second at a toy size
#
# All of it ends up in RESULT/table.md, which begins with the commands.

sized() { if [ "$quick" = 1 ]; then echo "$2"; else echo "$1"; fi; }
quick() { if [ "$quick" = 1 ]; then toy=("$@"); fi; }

plisse() { "$program" "$@"; }
python3() { "$python" "$@"; }

# Words as one would type them.
quoted() {
  local word line=
  for word in "$@"; do
    [[ $word =~ ^[A-Za-z0-9_./=:,@%+-]+$ ]] || word="'${word//\'/\'\\\'\'}'"
    line+="${line:+ }$word"
  done
  echo "$line"
}

# Runs a command, which the result's table.md will begin with.
act() {
  say "$(quoted "$@")" >&2
  quoted "$@" >> "$notes/commands"
  "$@"
}

sweep() {
  local status=0
  act plisse sweep "$1" "${toy[@]}" -o "$runs${2:+/$2}" ${jobs:+-j "$jobs"} || status=$?
  [ $status -eq 0 ] || [ $status -eq 3 ] || exit $status
  [ $status -eq 0 ] || incomplete=1  # runs failed; the table says which
}

run() {
  local name=$1 config=$2
  shift 2
  act plisse run "$config" "$@" "${toy[@]}" -o "$runs/$name" --resume
}

table() {
  local part=${1:-} folder=$runs${1:+/$1} stem=$out/${1:-table}
  shift $(($# > 0))
  if [ $# -gt 0 ]; then stem+=_$1; shift; fi
  { [ -z "$part" ] || printf '## %s\n\n' "$part"; act plisse table "$folder" "$@" --format md; echo; } >> "$notes/body"
  { echo "% Made by tools/reproduce $name"; act plisse table "$folder" "$@" --format latex; } > "$stem.tex"
  act plisse table "$folder" "$@" --format csv > "$stem.csv"
}

runs_table() {
  { act plisse table "$runs"/* --rows run "$@" --format md; echo; } >> "$notes/body"
  { echo "% Made by tools/reproduce $name"; act plisse table "$runs"/* --rows run "$@" --format latex; } > "$out/table.tex"
  act plisse table "$runs"/* --rows run "$@" --format csv > "$out/table.csv"
}

compare() {
  local found=()
  while [ $# -gt 0 ] && [[ $1 != --* ]]; do found+=("$runs/$1"); shift; done
  { act plisse compare "${found[@]}" "$@"; echo; } >> "$notes/body"
}

figure() {
  local base=$1 command=$2 caption
  shift 2
  [ "$command" != renders ] || set -- "$@" --resolution "$(sized 512 24)"
  caption=$(act python3 tools/figures "$command" "${@/#@/$runs}" -o "$out/$base")
  printf '![%s](%s.png)\n\n%s\n\n' "$base" "$base" "$caption" >> "$notes/body"
}

picture() {
  local base=$1
  shift
  act plisse render "$@" -o "$out/$base.png"
  printf '![%s](%s.png)\n\n' "$base" "$base" >> "$notes/body"
}

bench() {
  local file=$out/$1.json line
  shift
  line="$(quoted plisse bench --json "$@") > $(quoted "$file")"
  say "$line" >&2
  echo "$line" >> "$notes/commands"
  plisse bench --json "$@" > "$file" || incomplete=1  # bits differ; the table says where
  { plisse bench --from "$file" --markdown; echo; } >> "$notes/body"
}

# reproduce NAME: the recipe of that name, or of ablations for ablations/NAME; then its table.md.
reproduce() {
  local recipe=$1 toy=() incomplete=0
  name=$1 runs=$all_runs/$1 out=$results/$1 notes=$(mktemp -d "$scratch/notes.XXXXXX")
  [[ $name != ablations/* ]] || recipe=ablation
  [ "$fresh" = 0 ] || rm -rf "$runs"
  mkdir -p "$out"
  touch "$notes/commands" "$notes/body"
  source "tools/recipes/$recipe.sh"
  { printf 'Made by `tools/reproduce %s`:\n\n```sh\n' "$name"; cat "$notes/commands"; printf '```\n\n'; cat "$notes/body"; } > "$out/table.md"
  say "$out/table.md"
  return $((incomplete * 3))
}
