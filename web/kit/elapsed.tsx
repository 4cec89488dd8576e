import { useEffect, useState } from 'react'
import { duration } from './time.tsx'

/** The current time, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The elapsed time, updated continuously. `since` is in milliseconds since 1970. */
export const Elapsed = ({ since }: { readonly since: number }) => (
  <span className="mono">{duration(Math.max(0, (useNow() - since) / 1_000))}</span>
)
