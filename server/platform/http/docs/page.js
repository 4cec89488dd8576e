// Shows the OpenAPI document of this server and sends requests by hand. Text goes in as text, never as markup.
'use strict'
;(() => {
  const base = location.pathname.replace(/\/docs\/?$/, '')
  const byId = (id) => document.getElementById(id)

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  function resolve(api, schema) {
    const at = schema && schema.$ref
    if (!at) return schema || {}
    const target = at.slice(2).split('/').reduce((node, step) => node[step], api)
    return resolve(api, target)
  }

  /** What a value may look like; required members, all where none is, and one item of a list. */
  function example(api, given, depth = 0) {
    const schema = resolve(api, given)
    if ('const' in schema) return schema.const
    if ('default' in schema) return schema.default
    if (schema.enum) return schema.enum[0]
    if (schema.anyOf) return example(api, schema.anyOf[0], depth)
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'array') return depth > 6 ? [] : [example(api, schema.items, depth + 1)]
    if (type === 'integer' || type === 'number') return schema.minimum || 0
    if (type === 'boolean') return false
    if (type === 'object') {
      const wanted = new Set(schema.required || [])
      const names = Object.keys(schema.properties || {})
      const shown = names.filter((name) => wanted.has(name) || name === 'type' || wanted.size === 0)
      return Object.fromEntries(
        shown.map((name) => [name, example(api, schema.properties[name], depth + 1)]),
      )
    }
    if (schema.format === 'uuid') return '00000000-0000-0000-0000-000000000000'
    if (schema.format === 'date-time') return '2030-01-31T12:00:00Z'
    if (schema.format === 'email') return 'somebody@example.com'
    return ''
  }

  function kindOf(schema) {
    const values = schema.enum || (schema.items && schema.items.enum)
    const type = [].concat(schema.type || 'value').join(' or ')
    const item = schema.items && schema.items.type ? ` of ${schema.items.type}` : ''
    return `${type}${item}${schema.format ? ` (${schema.format})` : ''}${values ? `: ${values.join(', ')}` : ''}`
  }

  function parameterRows(parameters) {
    return parameters.map((parameter) => {
      const label = `${parameter.in} ${parameter.name}`
      const input = element('input', { ariaLabel: label, required: parameter.required === true })
      input.name = parameter.name
      const row = element(
        'tr',
        {},
        element('td', {}, element('code', { textContent: parameter.name })),
        element('td', { className: 'note', textContent: parameter.description || kindOf(parameter.schema) }),
        element('td', {}, input),
      )
      return { parameter, input, row }
    })
  }

  function addressOf(path, rows) {
    const search = new URLSearchParams()
    let filled = path
    for (const { parameter, input } of rows) {
      if (parameter.in === 'path') {
        filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(input.value))
      } else if (input.value !== '') search.set(parameter.name, input.value)
    }
    const query = search.toString()
    return base + filled + (query ? `?${query}` : '')
  }

  async function send(method, address, body) {
    const headers = {}
    const authorization = byId('authorization').value.trim()
    if (authorization) headers.Authorization = authorization
    if (body) headers['Content-Type'] = 'application/vnd.api+json'
    const started = performance.now()
    const answer = await fetch(address, body ? { method, headers, body } : { method, headers })
    const text = await answer.text()
    const ms = Math.round(performance.now() - started)
    let shown = text
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2)
    } catch {
      // No JSON: shown as it came.
    }
    return `${method} ${address}\n${answer.status} ${answer.statusText} in ${ms} ms\n\n${shown}`
  }

  function fill(details, api, { path, method, operation }) {
    const rows = parameterRows(operation.parameters || [])
    const media = operation.requestBody && operation.requestBody.content['application/vnd.api+json']
    const body = media
      ? element('textarea', { ariaLabel: 'Body', spellcheck: false })
      : undefined
    if (body) body.value = JSON.stringify(example(api, media.schema), null, 2)
    const output = element('pre', { ariaLive: 'polite' })
    const button = element('button', { type: 'submit', textContent: 'Send' })
    const form = element('form', {})
    if (rows.length > 0) form.append(element('table', {}, ...rows.map(({ row }) => row)))
    if (body) form.append(body)
    form.append(button)
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      try {
        output.textContent = await send(method, addressOf(path, rows), body && body.value)
      } catch (error) {
        output.textContent = `No answer: ${error.message}`
      }
      button.disabled = false
    })
    const permission = operation['x-permission']
    const answers = Object.keys(operation.responses).join(', ')
    details.append(
      element('p', {
        className: 'note',
        textContent: `${permission ? `Needs ${permission}. ` : ''}Answers ${answers}. ${operation.operationId}`,
      }),
      form,
      output,
    )
  }

  function show(api) {
    const shown = []
    const main = byId('operations')
    main.replaceChildren()
    for (const { name: tag } of api.tags) {
      const section = element('section', {}, element('h2', { textContent: tag }))
      for (const [path, item] of Object.entries(api.paths)) {
        for (const [verb, operation] of Object.entries(item)) {
          if (operation.tags[0] !== tag) continue
          const method = verb.toUpperCase()
          const summary = element(
            'summary',
            {},
            element('code', { className: 'method', textContent: method }),
            element('code', { textContent: path }),
            ` ${operation.summary}`,
          )
          const details = element('details', {}, summary)
          // Built when it is opened: there are thousands of parameters.
          details.addEventListener(
            'toggle',
            () => fill(details, api, { path, method, operation }),
            { once: true },
          )
          const permission = operation['x-permission'] || ''
          const text = `${tag} ${method} ${path} ${operation.summary} ${operation.operationId} ${permission}`
          shown.push({ details, section, text: text.toLowerCase() })
          section.append(details)
        }
      }
      main.append(section)
    }
    byId('find').addEventListener('input', ({ target }) => {
      const wanted = target.value.trim().toLowerCase()
      const found = new Set()
      for (const { details, section, text } of shown) {
        details.hidden = !text.includes(wanted)
        if (!details.hidden) found.add(section)
      }
      for (const { section } of shown) section.hidden = !found.has(section)
    })
  }

  byId('settings').addEventListener('submit', (event) => event.preventDefault())
  fetch(`${base}/schema`)
    .then((answer) => answer.json())
    .then(show, (error) => {
      byId('operations').textContent = `The description could not be read: ${error.message}`
    })
})()
