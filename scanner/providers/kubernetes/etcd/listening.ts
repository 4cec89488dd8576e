import { isLoopback } from '../control-plane.ts'

/** The default listen URLs of etcd. */
export const defaultUrls = {
  client: ['http://localhost:2379'],
  peer: ['http://localhost:2380'],
} as const

/** The URLs at which etcd uses no TLS and requires no certificate, regardless of its other settings. */
export const httpUrls = (urls: readonly string[]): readonly string[] =>
  urls.map((url) => url.trim()).filter((url) => /^http:\/\//i.test(url))

/** The URLs that other hosts can access without TLS. */
export const plainUrls = (urls: readonly string[]): readonly string[] =>
  httpUrls(urls).filter((url) => !isLoopback(URL.parse(url)?.hostname ?? ''))
