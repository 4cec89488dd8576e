import { type Browser, chromium } from 'playwright-core'
import { chromiumProgram } from '../services.ts'

/** Debian's Chromium, without a window. Root has no sandbox. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram() ?? 'chromium',
    headless: true,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
