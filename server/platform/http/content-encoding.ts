/** Bodies of requests that are sent compressed: gzip is accepted, other codings are refused. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { invalid, Problem, tooLarge } from '@plumbline/jsonapi'
import { maxBodyBytes } from './request.ts'

const unpack = promisify(gunzip)

/** 415, with the header that RFC 9110, section 8.4, has for it. */
export const unsupportedCoding = (detail: string): Problem =>
  new Problem(415, 'unsupported_content_encoding', detail, {
    source: { header: 'Content-Encoding' },
    headers: { 'Accept-Encoding': 'gzip, identity' },
  })

/** The coding that a header names; undefined for `identity`. */
export function codingOf(header: string | undefined): string | undefined {
  const coding = header?.trim().toLowerCase() ?? ''
  return coding === '' || coding === 'identity' ? undefined : coding
}

/** The body without its coding. It has at most as many bytes as a body that was sent without one. */
export async function decoded(body: Buffer, header: string | undefined): Promise<Buffer> {
  const coding = codingOf(header)
  if (coding === undefined) return body
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw unsupportedCoding('Send the body uncompressed or compressed with gzip.')
  try {
    return await unpack(body, { maxOutputLength: maxBodyBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBodyBytes)
    throw invalid('', 'The body is not valid gzip.', 'invalid_gzip')
  }
}
