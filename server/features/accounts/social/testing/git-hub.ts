/** GitHub as a sign-in meets it, in this process. */
import { randomBytes } from 'node:crypto'
import type { Egress } from '../../../../platform/egress/index.ts'

export interface GitHubUser {
  readonly id: number
  readonly name?: string | null
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[]
}

export class GitHub {
  readonly #codes = new Map<string, GitHubUser>()
  readonly #tokens = new Map<string, GitHubUser>()

  signIn(user: GitHubUser): string {
    const code = randomBytes(8).toString('hex')
    this.#codes.set(code, user)
    return code
  }

  readonly answer: Egress = async ({ url, headers = {}, body = '' }) => {
    const { host, pathname } = new URL(url)
    const answered = (status: number, value: unknown) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(value)),
    })
    if (host === 'github.com' && pathname === '/login/oauth/access_token') {
      const code = new URLSearchParams(String(body)).get('code') ?? ''
      const user = this.#codes.get(code)
      this.#codes.delete(code)
      if (!user) return answered(200, { error: 'bad_verification_code' })
      const access_token = randomBytes(8).toString('hex')
      this.#tokens.set(access_token, user)
      return answered(200, { access_token, token_type: 'bearer', scope: 'read:user,user:email' })
    }
    const user = this.#tokens.get((headers['authorization'] ?? '').replace('Bearer ', ''))
    if (host !== 'api.github.com' || !user) return answered(401, { message: 'Bad credentials' })
    const { emails, ...about } = user
    if (pathname === '/user') return answered(200, { login: 'someone', ...about })
    return answered(200, emails)
  }
}
