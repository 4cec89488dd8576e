// Programs in other languages than shells that are part of a script, such as `python -c`. They are not read.

/** Interpreters of programs in their arguments or input. */
const language =
  /^(?:.*[/\\])?(?:bun|deno|lua|node|nodejs|perl|php|pypy|python|ruby|ts-node|tsx)[\d.]*(?:\.exe)?$/i

export const languageIn = (words: readonly string[]): number =>
  words.findIndex((word) => language.test(word))

const namesTool = /(?<![\w.-])(?:git|gh)(?:\.exe)?(?=['"`\s,])/
const namesCommand =
  /\b(?:checkout|clone|fetch|merge|pull|rebase|reset|restore|switch|worktree)\b|\bpull\//

/** Functions that start programs or load code; a program without them only prints the name of git. */
const starts =
  /exec|spawn|system|subprocess|popen|open3|child_process|\brequire\b|\bimport\b|\beval\b|%x|\bqx\b|`|\bsh\b/i

/** True if a program in another language than a shell can check out code. */
export const canCheckOut = (program: string): boolean =>
  namesTool.test(program) && namesCommand.test(program) && starts.test(program)
