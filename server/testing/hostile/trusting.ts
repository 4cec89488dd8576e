/** A server behind a proxy, called without a network. */
import { limits, serve } from '../../platform/http/index.ts'

/** Returns a function that handles a request with these forwarded headers. */
export async function trusting(): Promise<(text: string) => Promise<unknown>> {
  const rates = { account: 0, tenant: 0, address: 1_000_000_000, secrets: 0, signIns: 0 }
  const settings = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'],
    corsOrigins: [],
  }
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const services = { limits: limits(rates, Date.now) } as never
  const app = serve([], services, settings, silent)
  await app.ready()
  return (text) =>
    app.inject({
      url: '/api/v1/nothing',
      headers: { 'x-forwarded-for': text, 'x-forwarded-host': text, 'x-forwarded-proto': text },
    })
}
