/** Uploads a file to the API with its progress, which fetch does not report. */
import { Unreachable } from '../api/problem.ts'
import { problemOf } from '../api/send.ts'
import { token } from '../api/session.ts'

export interface Upload {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Rejects with an ApiProblem, Unreachable, or the signal's reason. */
export async function upload(file: File, { onProgress, signal }: Upload): Promise<void> {
  const bearer = await token()
  signal.throwIfAborted() // the upload was canceled while the token was renewed
  const body = new FormData()
  body.append('file', file)
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status === 202) return resolve()
      const headers = { 'Transaction-ID': request.getResponseHeader('Transaction-ID') ?? '' }
      problemOf(new Response(responseText, { status, headers })).then(reject, reject)
    })
    request.addEventListener('error', () => reject(new Unreachable(request)))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', '/api/v1/ingestions')
    request.setRequestHeader('Authorization', `Bearer ${bearer}`)
    request.setRequestHeader('Accept', 'application/vnd.api+json')
    request.send(body)
  })
}
