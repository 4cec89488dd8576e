/** Serializes responses in the format of GitHub's API. */
import type { Reply } from '../aws/replies.ts'

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(value === undefined ? '' : JSON.stringify(value)),
})

export const failure = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply =>
  json(
    status,
    { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
    headers,
  )

export const notFound = (): Reply => failure(404, 'Not Found')
export const inaccessible = (): Reply =>
  failure(403, 'Resource not accessible by personal access token')

export const secondaryLimit = (): Reply =>
  failure(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  )
