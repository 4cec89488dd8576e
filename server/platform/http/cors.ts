/** Which pages of other origins may read answers: those that the settings name exactly, and without cookies. */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

const exposedHeaders =
  'Transaction-ID, Content-Location, Retry-After, ETag, RateLimit, RateLimit-Policy, Idempotency-Replayed, Content-Disposition'

/**
 * What a page of another origin may send. `Last-Event-ID`, `Cache-Control`, `Pragma` and `X-Requested-With` come from
 * libraries for event streams. `X-Plumbline-Session` is left out: only the product's own pages may send it.
 */
const allowedHeaders =
  'Accept, Authorization, Content-Type, Content-Encoding, Transaction-ID, Idempotency-Key, If-None-Match, Last-Event-ID, Cache-Control, Pragma, X-Requested-With'

/** Tokens travel in headers. A request from any other origin is treated like one without an origin. */
export function allowOrigins(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.register(cors, {
    origin: async (origin: string | undefined) =>
      origin !== undefined && origins.has(origin) && origin,
    methods: 'GET, POST, PATCH, DELETE',
    allowedHeaders,
    exposedHeaders,
    maxAge: 600,
    strictPreflight: false, // its refusal would be a plain text
  })
}

/** The same headers for an answer that no hook of the server sees. */
export const corsHeaders = (
  origins: ReadonlySet<string>,
  origin: string | undefined,
): Readonly<Record<string, string>> =>
  origin !== undefined && origins.has(origin)
    ? { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders }
    : {}
