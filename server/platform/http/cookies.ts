/** Cookies of ours: none of them is read by a script. */
import type { Requested } from './request.ts'

type Asked = Pick<Requested, 'base' | 'cookie'>

export interface Cookie {
  readonly name: string
  /** Below the API: the path of the cookie over plain HTTP. Over HTTPS it is sent to the whole host. */
  readonly path: string
  readonly sameSite: 'Lax' | 'Strict'
  readonly maxAge: number
}

const isSecure = ({ base }: Asked): boolean => new URL(base).protocol === 'https:'

/** Behind https it is one that neither another host nor plain HTTP can set. */
const nameOf = ({ name }: Cookie, asked: Asked): string =>
  isSecure(asked) ? `__Host-${name}` : name

/** A Set-Cookie header; `''` deletes the cookie. */
export function setCookie(cookie: Cookie, value: string, asked: Asked): string {
  // Browsers require the whole host as the path of a name with __Host-.
  const where = isSecure(asked)
    ? 'Path=/; Secure'
    : `Path=${new URL(asked.base).pathname}${cookie.path}`
  const age = value === '' ? 0 : cookie.maxAge
  return `${nameOf(cookie, asked)}=${value}; HttpOnly; SameSite=${cookie.sameSite}; Max-Age=${age}; ${where}`
}

/** What the browser sends back; '' where it has none. */
export function readCookie(cookie: Cookie, asked: Asked): string {
  const begin = `${nameOf(cookie, asked)}=`
  const parts = (asked.cookie ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(begin))?.slice(begin.length) ?? ''
}
