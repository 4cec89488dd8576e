/** Where a command finds the server, and with which key: options before the environment. */
import { setGlobalProxyFromEnv } from 'node:http'
import { environmentProxies, portOf } from '@plumbline/scanner/engine'
import { ScanProblem } from '@plumbline/scanner/kit'
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

/**
 * From now on, `fetch` sends requests to this server through the proxy of the environment, if there is one for it.
 * Throws UsageError.
 */
export function useProxy(base: string): void {
  try {
    const url = new URL(base)
    const isSecure = url.protocol === 'https:'
    const proxy = environmentProxies().of({ isSecure, host: url.hostname, port: portOf(url) })
    if (proxy) setGlobalProxyFromEnv({ HTTP_PROXY: proxy.href, HTTPS_PROXY: proxy.href })
  } catch (error) {
    throw error instanceof ScanProblem ? new UsageError(error.detail) : error
  }
}
