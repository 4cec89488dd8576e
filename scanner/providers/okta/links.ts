/** The address of the next page in a Link header, as it is written there; null: this page is the last. */
export function nextLink(header: string | undefined): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(
    /<([^<>]{1,4096})>((?:\s*;\s*\w+="?[^",;<>]{0,64}"?)*)/g,
  )) {
    if (/;\s*rel="?next"?(?:\s*;|\s*$)/i.test(parameters)) return address
  }
  return null
}
