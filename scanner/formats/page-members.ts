/** Parses the objects, or pages, that contain lists of records. */
import { listNames } from './list-start.ts'

/** The meaning of a byte: a record begins, a page without a list ends, or the text is not JSON. */
export type Meaning = 'nothing' | 'record' | 'no list' | 'unexpected'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** The number of characters kept of a member's name: no name of a list is longer. */
const mostOfName = 16

type Place =
  | 'before' // a page
  | 'first name'
  | 'name'
  | 'in name'
  | 'colon'
  | 'value'
  | 'first item'
  | 'in text'
  | 'in word' // a number, or true
  | 'in braces'
  | 'behind value'

/** Reads pages byte by byte. The caller reads the records of each list, and calls `listEnded` after it. */
export class PageMembers {
  /** The first page is detected by its list. */
  #place: Place = 'behind value'
  #name = ''
  #escaped = false
  #isInText = false
  #depth = 0
  /** True if the page has a list of records. */
  #hasList = true

  /** True between pages, where the file may end. */
  get isBefore(): boolean {
    return this.#place === 'before'
  }

  listEnded(): void {
    this.#place = 'behind value'
    this.#hasList = true
  }

  /** Consumes a byte. Whitespace outside of strings is ignored. */
  take(byte: number, isSpace: boolean): Meaning {
    if (this.#place === 'in text' || this.#place === 'in name') return this.#inText(byte)
    if (this.#place === 'in braces') return this.#inBraces(byte)
    if (this.#place === 'in word') {
      if (byte !== comma && byte !== closeBrace && !isSpace) return 'nothing'
      this.#place = 'behind value'
    }
    return isSpace ? 'nothing' : this.#between(byte)
  }

  #between(byte: number): Meaning {
    switch (this.#place) {
      case 'before':
        if (byte !== openBrace) return 'unexpected'
        this.#hasList = false
        return this.#go('first name')
      case 'first name':
      case 'name':
        if (byte === closeBrace && this.#place === 'first name') return this.#ended()
        if (byte !== quote) return 'unexpected'
        this.#name = ''
        return this.#go('in name')
      case 'colon':
        return byte === colon ? this.#go('value') : 'unexpected'
      case 'value':
        return this.#value(byte)
      case 'first item':
        return this.#firstItem(byte)
      default:
        if (byte === comma) return this.#go('name')
        return byte === closeBrace ? this.#ended() : 'unexpected'
    }
  }

  #go(place: Place): 'nothing' {
    this.#place = place
    return 'nothing'
  }

  #ended(): Meaning {
    this.#place = 'before'
    return this.#hasList ? 'nothing' : 'no list'
  }

  #value(byte: number): Meaning {
    if (byte === openBracket && listNames.has(this.#name.toLowerCase()))
      return this.#go('first item')
    if (byte === openBracket || byte === openBrace) {
      this.#depth = 1
      return this.#go('in braces')
    }
    if (byte === quote) return this.#go('in text')
    const isNone = [comma, colon, closeBrace, closeBracket].includes(byte)
    return isNone ? 'unexpected' : this.#go('in word')
  }

  /** The first item of a list with a known name: only a list of objects is a list of records. */
  #firstItem(byte: number): Meaning {
    if (byte === openBrace) return 'record'
    if (byte === closeBracket) {
      this.listEnded()
      return 'nothing'
    }
    this.#depth = 1
    this.#place = 'in braces'
    return this.#inBraces(byte)
  }

  #inText(byte: number): 'nothing' {
    const isName = this.#place === 'in name'
    if (this.#escaped) this.#escaped = false
    else if (byte === backslash) this.#escaped = true
    else if (byte === quote) return this.#go(isName ? 'colon' : 'behind value')
    if (isName && this.#name.length < mostOfName) this.#name += String.fromCharCode(byte)
    return 'nothing'
  }

  #inBraces(byte: number): 'nothing' {
    if (this.#isInText) {
      if (this.#escaped) this.#escaped = false
      else if (byte === backslash) this.#escaped = true
      else if (byte === quote) this.#isInText = false
    } else if (byte === quote) this.#isInText = true
    else if (byte === openBrace || byte === openBracket) this.#depth += 1
    else if (byte === closeBrace || byte === closeBracket) {
      this.#depth -= 1
      if (this.#depth === 0) return this.#go('behind value')
    }
    return 'nothing'
  }
}
