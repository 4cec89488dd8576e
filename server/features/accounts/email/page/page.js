const base = location.pathname.replace(/\/email-verification\/?$/, '')
const link = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname) // the token stays out of the history
const element = (id) => document.getElementById(id)

async function post(path, type, attributes, authorization) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/vnd.api+json',
      ...(authorization && { Authorization: authorization }),
    },
    body: JSON.stringify({ data: { type, attributes } }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.errors.map(({ detail }) => detail).join(' '))
  return answer.data.attributes
}

/** Nothing happens before a click: mail scanners follow links too. */
function offer(id, work) {
  const form = element(id)
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true // the link works once
    try {
      element('result').textContent = await work()
      form.hidden = true
    } catch (error) {
      element('result').textContent = error.message
    } finally {
      button.disabled = false
    }
  })
}

addEventListener('hashchange', () => location.reload()) // another link, opened in this tab

if (link.has('token')) {
  offer('confirm', async () => {
    const [email, password, otp] = ['email', 'password', 'otp'].map((id) => element(id).value)
    const signIn = { email, password, ...(otp && { otp }) }
    const { access } = await post('/tokens', 'tokens', signIn)
    const token = link.get('token')
    const path = '/users/me/email-verification/confirm'
    const user = await post(path, 'email-verifications', { token }, `Bearer ${access}`)
    return `${user.email} is confirmed.`
  })
} else if (link.has('release')) {
  offer('release', async () => {
    const token = link.get('release')
    const { email } = await post('/email-verification/release', 'email-releases', { token })
    return `${email} is released.`
  })
} else {
  element('result').textContent = 'This page is reached by a link in a mail. The link is not complete.'
}
