// Parses the event-stream format of the HTML standard: CR, LF and CRLF end a line, a leading BOM is dropped, a comment
// is nothing, an event without data is nothing. `id` has no meaning here.

export type ParsedEvent = { readonly type: string; readonly data: string }

export type Parser = { readonly push: (bytes: Uint8Array) => void }

/** Calls `heard` for each event and `retry` for each reconnection time (ms), in their order. */
export function createParser(
  onEvent: (event: ParsedEvent) => void,
  retry: (ms: number) => void,
): Parser {
  const decoder = new TextDecoder() // drops the BOM, keeps halves of a character for the next call
  let rest = ''
  let type = ''
  let data: string[] = []
  /** A CR ended the last line: an LF that follows belongs to it. */
  let afterCarriageReturn = false

  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n') })
      type = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    const name = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'event') type = value
    else if (name === 'data') data.push(value)
    else if (name === 'retry' && /^\d+$/.test(value)) retry(Number(value))
  }

  return {
    push(bytes) {
      let text = decoder.decode(bytes, { stream: true })
      if (text === '') return
      if (afterCarriageReturn && text[0] === '\n') text = text.slice(1)
      afterCarriageReturn = text === '' ? false : text.endsWith('\r')
      const lines = (rest + text).split(/\r\n|\r|\n/)
      rest = lines.pop() ?? ''
      for (const whole of lines) line(whole)
    },
  }
}
