import type { JiraAccess } from '../../targets/jira/index.ts'
import type { Opened } from './credentials.ts'

export const jiraAccess = ({ credentials, learned }: Opened): JiraAccess => ({
  domain: String(credentials['domain']),
  user_mail: String(credentials['user_mail']),
  api_token: String(credentials['api_token']),
  cloud_id: typeof learned['cloud_id'] === 'string' ? learned['cloud_id'] : null,
})

/** What the issue of a dispatch is found by at a site, which other integrations write to as well. */
export const issueName = (integrationId: string, dispatchKey: string): string =>
  `${integrationId} ${dispatchKey}`
