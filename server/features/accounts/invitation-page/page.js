const base = location.pathname.replace(/\/invitation\/?$/, '')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
history.replaceState(null, '', location.pathname) // the token stays out of the history
const element = (id) => document.getElementById(id)
const value = (id) => element(id).value

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

function offer(id, work) {
  element(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = element(id).querySelector('button')
    button.disabled = true // the invitation can be accepted once
    try {
      await work()
      element('forms').hidden = true
      element('result').textContent = 'You are a member now.'
    } catch (error) {
      element('result').textContent = error.message
    } finally {
      button.disabled = false
    }
  })
}

addEventListener('hashchange', () => location.reload()) // another link, opened in this tab

if (token) {
  element('forms').hidden = false
  offer('sign-up', () => {
    const about = { name: value('name'), email: value('new-email'), password: value('new-password') }
    return post('/users', 'users', { ...about, invitation_token: token }) // logs keep queries
  })
  offer('join', async () => {
    const otp = value('otp')
    const signIn = { email: value('email'), password: value('password'), ...(otp && { otp }) }
    const { access } = await post('/tokens', 'tokens', signIn)
    await post('/invitations/accept', 'invitations', { invitation_token: token }, `Bearer ${access}`)
  })
} else {
  element('result').textContent = 'This page is reached by the link of an invitation. The link is not complete.'
}
