/** Signs in as the app does, and returns the cookie. */

interface Login {
  readonly address: string
  readonly email: string
  readonly password: string
}

async function post<A>(url: string, type: string, attributes: object): Promise<[A, Headers]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.api+json', 'X-Plumbline-Session': 'app' },
    body: JSON.stringify({ data: { type, attributes } }),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { attributes: A } }
  return [data.attributes, response.headers]
}

export async function cookieOf({ address, ...login }: Login) {
  const api = `${address}/api/v1`
  const { email, password } = login
  const [{ refresh }] = await post<{ refresh: string }>(`${api}/tokens`, 'tokens', {
    email,
    password,
  })
  const [, headers] = await post(`${api}/browser-sessions`, 'browser-sessions', { refresh })
  const [, name = '', value = '', path = ''] =
    /^(\w+)=([^;]+);.* Path=(\S+)$/.exec(headers.get('set-cookie') ?? '') ?? []
  const domain = new URL(address).hostname
  return { name, value, domain, path, httpOnly: true, sameSite: 'Strict' as const }
}
