const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Reads the URL of an HTTP proxy; `proxy.example.com:3128` is `http://proxy.example.com:3128`. Returns null if it is not
 * valid.
 */
export function proxyUrl(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const isHttp = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  return isHttp && [url.username, url.password].every(isEncoded) ? url : null
}

/** Describes the values that are accepted. Messages do not contain the value, because it may have a password. */
export const proxyRule =
  'must be the URL of an HTTP proxy, for example http://proxy.example.com:3128; SOCKS is not supported'
