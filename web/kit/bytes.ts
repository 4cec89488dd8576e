const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** "812 bytes", "1.4 MB". */
export function bytes(count: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3))
  const value = count / 1_000 ** power
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
