const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
}

/** Seconds of a Go duration: `4h0m0s`, `-1.5h`, `0`. Null if invalid. */
export function secondsOf(text: string): number | null {
  if (text.length > 100) return null
  const [, sign = '', amount = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  if (amount === '0') return 0
  const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y
  let sum = 0
  while (part.lastIndex < amount.length) {
    const [, number, unit] = part.exec(amount) ?? []
    if (number === undefined || unit === undefined) return null
    sum += Number(number) * (seconds[unit] ?? 0)
  }
  return amount === '' ? null : sign === '-' ? 0 - sum : sum
}
