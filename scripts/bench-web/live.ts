/** From the moment at which the server publishes an event to the frame that shows it. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Message, Publish } from './product.ts'

const total = 1_000
const pauseMs = 80

type Shown = readonly (readonly [checked: number, atMs: number])[]

/** Runs in the page: notes when each number was painted, on the clock that the server has too. */
function note(selector: string): void {
  const shown: [number, number][] = []
  Object.assign(globalThis, { benchShown: shown })
  let last = Number.NaN
  const look = (): void => {
    const checked = Number.parseInt(document.querySelector(selector)?.textContent ?? '', 10)
    if (checked === last || Number.isNaN(checked)) return
    last = checked
    // What runs after the callbacks of a frame runs after it was painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        shown.push([checked, performance.timeOrigin + performance.now()])
      })
      port1.start()
      port2.postMessage(null)
    })
  }
  const changes = { subtree: true, childList: true, characterData: true }
  new MutationObserver(look).observe(document.body, changes)
}

/** Milliseconds of each event that was seen; two in one frame are seen as the later one. */
export async function published(
  child: ChildProcess,
  page: Page,
  { selector, events }: { selector: string; events: number },
): Promise<readonly number[]> {
  await page.evaluate(note, selector)
  const sent = new Map<number, number>()
  for (let checked = 1; checked <= events; checked += 1) {
    child.send({ checked, total } satisfies Publish)
    const [message] = (await once(child, 'message')) as [Message]
    if (message.is === 'published') sent.set(message.checked, message.atMs)
    await sleep(pauseMs)
  }
  await sleep(500)
  const shown = (await page.evaluate('benchShown')) as Shown
  return shown.flatMap(([checked, atMs]) => {
    const at = sent.get(checked)
    return at === undefined ? [] : [atMs - at]
  })
}
