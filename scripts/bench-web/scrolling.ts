/** Scrolling a long list: how long frames take while it moves, and how much memory it uses afterwards. */
import type { Page } from 'playwright-core'

export interface Scrolled {
  /** Milliseconds between frames, in their order. */
  readonly frames: readonly number[]
  readonly heapBytes: number
}

/** Runs in the page: moves by a screen's part each frame, for so many frames, with jumps in between. */
function scroll({ selector, frames }: { selector: string; frames: number }): Promise<number[]> {
  const list = document.querySelector(selector)
  if (!list) throw new Error(`There is no ${selector}.`)
  return new Promise((resolve) => {
    const times: number[] = []
    let last = performance.now()
    let moved = 0
    const step = (now: number): void => {
      times.push(now - last)
      last = now
      moved += 1
      if (moved >= frames) return resolve(times.slice(1))
      // Every hundredth frame a long jump, as by the handle of the scroll bar.
      if (moved % 100 === 0) list.scrollTop = (list.scrollHeight * ((moved * 7) % 100)) / 100
      else list.scrollTop += 180
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}

export async function scrolled(page: Page, selector: string, frames: number): Promise<Scrolled> {
  const times = await page.evaluate(scroll, { selector, frames })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { frames: times, heapBytes: usedSize }
}
