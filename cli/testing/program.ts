import { fileURLToPath } from 'node:url'

/** The program under test; `PLUMBLINE_TEST_PROGRAM` is the path of a release's. */
export const main =
  process.env['PLUMBLINE_TEST_PROGRAM'] ?? fileURLToPath(new URL('../main.ts', import.meta.url))
