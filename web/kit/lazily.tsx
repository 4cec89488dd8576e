/** Components in separate files, which are loaded on first use. */
import { type ComponentType, lazy } from 'react'

const failures = new Set<() => void>()

/** Forgets failed loads, so that such a component is loaded again when it is shown next. */
export function forgetFailures(): void {
  for (const forget of failures) forget()
  failures.clear()
}

/** React's `lazy` without permanent caching of failures: the server may be available again. */
export function lazily<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<P> {
  const attempt = () =>
    load().catch((cause: unknown) => {
      failures.add(() => (Loaded = lazy(attempt)))
      const sentence = 'Part of the app did not load. Try again, or reload the page.'
      throw new Error(sentence, { cause })
    })
  let Loaded: ComponentType<P> = lazy(attempt)
  return (props) => <Loaded {...props} />
}
