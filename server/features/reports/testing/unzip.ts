/** Reads a ZIP file by its directory, as its format requires, and verifies the entries against it. */
import { equal, ok } from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

/** The content of each entry, by its path. */
export function unzip(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  ok(end >= 0, 'there is no end of the directory')
  equal(end, file.length - 22)
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  const entries = new Map<string, Buffer>()
  for (let n = 0; n < count; n += 1) {
    equal(file.readUInt32LE(at), 0x0201_4b50)
    const [crc, packed, size] = [16, 20, 24].map((place) => file.readUInt32LE(at + place))
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((place) =>
      file.readUInt16LE(at + place),
    )
    const path = file.toString('utf8', at + 46, at + 46 + name)
    const begun = file.readUInt32LE(at + 42)
    equal(file.readUInt32LE(begun), 0x0403_4b50)
    const data = begun + 30 + file.readUInt16LE(begun + 26) + file.readUInt16LE(begun + 28)
    const content = inflateRawSync(file.subarray(data, data + (packed ?? 0)))
    equal(content.length, size)
    equal(crc32(content), crc)
    ok(!entries.has(path), path)
    entries.set(path, content)
    at += 46 + name + extra + comment
  }
  equal(at, end)
  return entries
}
