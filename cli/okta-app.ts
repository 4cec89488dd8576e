/** The service app that a command signs in to Okta as: of the environment, its key perhaps of a file. */
import { privateKeyIn } from './private-key-file.ts'
import { CommandFailed } from './terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What the secret of a connected organization is. Throws CommandFailed for what is not there or cannot be read. */
export function oktaApp(
  environment: Environment,
  clientId: string | undefined,
  file: string | undefined,
): { readonly okta_client_id: string; readonly okta_private_key: string } {
  const okta_client_id = clientId ?? environment['OKTA_CLIENT_ID']
  if (!okta_client_id)
    throw new CommandFailed('A client ID is required: set OKTA_CLIENT_ID or pass --client-id.')
  if (file !== undefined) return { okta_client_id, okta_private_key: privateKeyIn(file) }
  const okta_private_key = environment['OKTA_PRIVATE_KEY']
  if (okta_private_key) return { okta_client_id, okta_private_key }
  throw new CommandFailed(
    'A private key is required: set OKTA_PRIVATE_KEY or pass --private-key-file FILE.',
  )
}
