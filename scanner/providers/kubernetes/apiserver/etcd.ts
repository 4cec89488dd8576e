// The connection of an API server to etcd.
import type { Judged } from '../../../kit/index.ts'
import { listing } from '../listing.ts'
import type { ApiServer } from './resources.ts'

/** `talks to http://10.0.0.4:2379 without TLS`: certificates are not used there. Null if every known URL is https. */
export function withoutTls({
  etcd_servers: servers,
}: Pick<Judged<ApiServer['servers'], 'etcd_servers'>, 'etcd_servers'>): string | null {
  const plain = (servers ?? []).filter((url) => url.startsWith('http:'))
  return plain.length === 0 ? null : `connects to ${listing(plain)} without TLS`
}
