import { type Browser, chromium } from 'playwright-core'
import { headlessProgram } from '../services.ts'

/** The Chromium of the test run, else Debian's, without a window. Root has no sandbox. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['PLUMBLINE_TEST_CHROMIUM'] || headlessProgram() || 'chromium',
    headless: true,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
