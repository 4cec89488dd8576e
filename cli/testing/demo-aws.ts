/** The demo account of AWS for the commands of a test file, and a folder for their files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import {
  demoAccount,
  demoCredentials,
  type FixtureCloud,
  startFixtureCloud,
} from '@plumbline/scanner/testing'

export interface DemoAws {
  /** Serves the account while the tests of the file run. */
  readonly cloud: () => FixtureCloud
  /** Removed after the tests of the file. */
  readonly folder: string
  /** What a command reads from its environment to reach the account. */
  readonly variables: (endpoint?: string) => Readonly<Record<string, string>>
}

/** Call it once, at the top of a test file. */
export function demoAws(): DemoAws {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-cli-'))
  let started: FixtureCloud | undefined
  const cloud = (): FixtureCloud => {
    if (!started) throw new Error('The demo account is served only while tests run.')
    return started
  }
  before(async () => {
    started = await startFixtureCloud({ accounts: [demoAccount()] })
  })
  after(async () => {
    await started?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const variables = (endpoint?: string): Readonly<Record<string, string>> => ({
    AWS_ENDPOINT_URL: endpoint ?? cloud().url,
    AWS_ACCESS_KEY_ID: demoCredentials.aws_access_key_id,
    AWS_SECRET_ACCESS_KEY: demoCredentials.aws_secret_access_key,
  })
  return { cloud, folder, variables }
}
