/** The page of a mailed link, whose script runs as served in as much of a browser as it uses. */
import { runInNewContext } from 'node:vm'

interface Element {
  value: string
  hidden: boolean
  textContent: string
}
type Submit = (event: { preventDefault(): void }) => Promise<void>

interface Opening {
  readonly hash: string
  /** What a reload finds in the history; a new tab has nothing. */
  readonly state?: unknown
  readonly fields?: Readonly<Record<string, string>>
  /** In place of the network. */
  readonly send?: (url: URL, init: RequestInit) => Promise<Response>
}

export async function openedLinkPage(
  base: string,
  path: string,
  { hash, state = null, fields = {}, send = fetch }: Opening,
) {
  const { pathname, origin } = new URL(base + path)
  const { headers, text } = await fetch(base + path).then(async (answer) => ({
    headers: answer.headers,
    text: await answer.text(),
  }))
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? []
  const elements = new Map<string, Element>()
  const submits: Submit[] = []
  const getElementById = (id: string) => {
    const found = elements.get(id) ?? { value: fields[id] ?? '', hidden: true, textContent: '' }
    elements.set(id, found)
    return Object.assign(found, {
      addEventListener: (_: string, submit: Submit) => void submits.push(submit),
      querySelector: () => ({}), // its button
    })
  }
  const asked: string[] = []
  const history = {
    state,
    replaceState(next: unknown): void {
      this.state = next
    },
  }
  runInNewContext(script, {
    location: { pathname, hash },
    history,
    addEventListener() {},
    document: { getElementById },
    URLSearchParams,
    fetch: (requested: string, init: RequestInit) => {
      asked.push(requested)
      return send(new URL(requested, origin), init)
    },
  })
  return {
    headers,
    script,
    asked,
    /** Submits the first form that is offered. */
    submit: async () => submits[0]?.({ preventDefault() {} }),
    isOffered: submits.length > 0,
    isShown: (id: string) => elements.get(id)?.hidden === false,
    shown: () => elements.get('result')?.textContent,
    state: () => history.state,
  }
}
