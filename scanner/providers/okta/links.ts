/** The URL of the next page as written in a Link header; null for the last page. */
export function nextLink(header: string | undefined): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(
    /<([^<>]{1,4096})>((?:\s*;\s*\w+="?[^",;<>]{0,64}"?)*)/g,
  )) {
    if (/;\s*rel="?next"?(?:\s*;|\s*$)/i.test(parameters)) return address
  }
  return null
}
