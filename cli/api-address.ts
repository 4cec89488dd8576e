/** Where a command finds the server, and with which key: options before the environment. */
import { UsageError } from './terminal.ts'

const defaultUrl = 'http://127.0.0.1:8080'

/** Ends in `/api/v1`. Throws UsageError. */
export function apiBase(url = process.env['PLUMBLINE_URL'] ?? defaultUrl): string {
  if (!URL.canParse(url))
    throw new UsageError(
      `"${url}" is not a valid server URL. Example: https://plumbline.example.com`,
    )
  return `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`
}

/** The header of requests. Throws UsageError. */
export function apiAuthorization(key = process.env['PLUMBLINE_API_KEY']): string {
  if (!key)
    throw new UsageError('An API key is required: pass --key pk_… or set PLUMBLINE_API_KEY.')
  return `Api-Key ${key}`
}
