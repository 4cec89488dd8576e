import { randomBytes } from 'node:crypto'

/** A user in a tenant of his own; gives his access token. */
export async function signUp(api: string): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const password = randomBytes(12).toString('base64url')
  const post = async (path: string, type: string, attributes: object): Promise<unknown> => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type, attributes } }),
    })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}.`)
    return response.json()
  }
  await post('/users', 'users', { name: 'A listener', email, password })
  type Pair = { readonly data: { readonly attributes: { readonly access: string } } }
  const pair = (await post('/tokens', 'tokens', { email, password })) as Pair
  return pair.data.attributes.access
}
