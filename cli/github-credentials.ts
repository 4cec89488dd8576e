/** What a command signs in to GitHub with: a token of the environment, or an app with the file of its key. */
import { privateKeyIn } from './private-key-file.ts'
import { CommandFailed, UsageError } from './terminal.ts'

/** The secret of a connected account. Values without an option are read from the environment. */
export function gitHubSecret(
  environment: Readonly<Record<string, string | undefined>>,
  appId = environment['GITHUB_APP_ID'] || undefined,
  keyFile = environment['GITHUB_APP_KEY_FILE'] || undefined,
): Readonly<Record<string, unknown>> {
  if (appId !== undefined || keyFile !== undefined) {
    if (!appId || !keyFile)
      throw new UsageError('A GitHub App requires both --app-id ID and --app-key FILE.')
    return { github_app_id: appId, github_app_key_content: privateKeyIn(keyFile) }
  }
  const token = environment['GITHUB_TOKEN']
  if (token) return { personal_access_token: token }
  throw new CommandFailed(
    'No GitHub credentials were found: set GITHUB_TOKEN, or pass --app-id ID and --app-key FILE.',
  )
}
