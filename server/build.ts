/** Puts the features together with their services. */
import { compose } from './features/feature.ts'
import { features } from './features/index.ts'
import type { Opened } from './opened.ts'
import { documented, type Endpoint } from './platform/http/index.ts'
import type { Streams } from './platform/streams/index.ts'
import { serverInfo } from './server-info.ts'
import { type Services, servicesOf, type Surroundings } from './services.ts'

export interface More {
  /** Additional endpoints of a product built on this server. */
  readonly more?: (streams: Streams) => readonly Endpoint[]
}

/** Everything between the database and the listening socket, without either. */
export function build(surroundings: Surroundings & More, opened: Opened) {
  const services = servicesOf(surroundings, opened)
  const { config, metrics, signUpNow, socials, streams } = services
  const { kinds, endpoints, loaders, sweeps } = compose<Services>(features, services)
  const info = {
    signUp: signUpNow,
    sign_in: ['password', 'saml', ...socials.keys()] as const,
    sends_email: services.mail !== null,
    event_streams: config.eventStreams,
  }
  const more = surroundings.more?.(streams) ?? []
  return {
    services,
    kinds: kinds.map((kind) => metrics.task(kind)),
    endpoints: documented([...endpoints, streams.document, serverInfo(info), ...more]),
    loaders: new Map(loaders.map((one) => [one.resource.type, one])),
    sweeps,
  }
}
export type Built = ReturnType<typeof build>
