import { motoProgram, motoPython, startMoto } from './services.ts'
import { counted } from './test-files.ts'
import { nodeTests } from './test-attempts.ts'
import { type Run } from './test-process.ts'
import { chosen } from './test-run.ts'

/**
 * The AWS services against moto, a second opinion on how AWS answers. It is Python's, so it stays
 * optional in CI too. Returns the exit status.
 */
export async function runMotoTests(
  run: Run,
  isThere = motoProgram() !== undefined,
): Promise<number> {
  if (!isThere) {
    run.say("SKIPPED: nothing was tested against moto. To do so: pip install 'moto[server]'.")
    return 0
  }
  const files = chosen(run, '.moto.ts', (path) => /^(scanner|server)\//.test(path))
  if (files === null) return 1
  if (files.length === 0) return 0
  run.say(`${counted(files)} against moto. Starting it …`)
  const moto = await startMoto()
  try {
    return await nodeTests(run, files, {
      PLUMBLINE_TEST_MOTO_URL: `http://127.0.0.1:${moto.port}`,
      PLUMBLINE_TEST_MOTO_PYTHON: motoPython() ?? '',
    })
  } finally {
    await moto.stop()
  }
}
