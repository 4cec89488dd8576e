import type { Shortcut } from '../kit/shortcuts.ts'

/** Returns the commands whose label has every word, in any order; labels that begin with the text come first. */
export function found(commands: readonly Shortcut[], text: string): readonly Shortcut[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const begins = (label: string): number => (label.startsWith(words[0] ?? '') ? 0 : 1)
  return commands
    .map((command) => ({ command, label: command.label.toLowerCase() }))
    .filter(({ label }) => words.every((word) => label.includes(word)))
    .toSorted((a, b) => begins(a.label) - begins(b.label))
    .map(({ command }) => command)
}
