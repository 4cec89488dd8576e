"""Writes the fonts of PDF reports from the Debian packages fonts-noto-core and fonts-noto-cjk, unpacked in a folder.

apt-get install fonttools python3-brotli
apt-get download fonts-noto-core=20201225-1 fonts-noto-cjk=1:20220127+repack1-1
for package in fonts-noto-*.deb; do dpkg-deb -x "$package" unpacked; done
/usr/bin/python3 scripts/report-fonts.py unpacked server/features/reports/pdf/fonts
"""

import io
import sys
from pathlib import Path

import brotli
from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

# The second part of the name of each file; none for Latin, Greek and Cyrillic.
SMALL = """Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam
Myanmar Oriya Sinhala Symbols Symbols2 Tamil Telugu Thaana Thai""".split()

# Names and the license stay; hints, names of glyphs and signatures are not used.
KEPT_NAMES = [0, 1, 2, 5, 7, 13, 14]
UNUSED_TABLES = ["BASE", "DSIG", "VORG", "vhea", "vmtx"]


def options(**changes: object) -> subset.Options:
    chosen = subset.Options(**changes)
    chosen.hinting = False
    chosen.notdef_outline = True
    chosen.name_IDs = KEPT_NAMES
    chosen.drop_tables += UNUSED_TABLES
    return chosen


def whole(path: Path) -> TTFont:
    """Every glyph and every rule of shaping."""
    chosen = options(layout_features=["*"], layout_scripts=["*"])
    font = subset.load_font(str(path), chosen)
    subsetter = subset.Subsetter(chosen)
    subsetter.populate(glyphs=font.getGlyphOrder())
    subsetter.subset(font)
    return font


def encoded(codec: str) -> set[int]:
    """Code points with a code of two bytes in a character set."""
    found = set()
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            try:
                text = bytes([lead, trail]).decode(codec)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                found.add(ord(text))
    return found


def east_asian(path: Path) -> TTFont:
    """
    GBK, Big5, JIS X 0208 and KS X 1001 with every Hangul syllable, in the forms of mainland China, with the rule that
    selects Japanese forms. Curves are quadratic, as TrueType requires, at most a thousandth of the size off.
    """
    points = encoded("gbk") | encoded("big5") | encoded("euc_jp") | encoded("euc_kr")
    points |= {*range(0x3000, 0x3100), *range(0xAC00, 0xD7A4), *range(0xFF00, 0xFFF0)}
    font = subset.load_font(str(path), options(font_number=2))
    chosen = options(layout_features=["locl"], layout_scripts=["hani.JAN", "kana.JAN"])
    chosen.desubroutinize = True
    subsetter = subset.Subsetter(chosen)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    outlines = font.getGlyphSet()
    order = font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, 1.0, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = newTable("glyf")
    font["glyf"].glyphOrder = order
    font["glyf"].glyphs = glyphs
    del font["CFF "]
    font.recalcBBoxes = True
    font.sfntVersion = "\0\1\0\0"
    font["post"].formatType = 3.0
    font["maxp"].tableVersion = 0x00010000
    for field in """maxZones maxTwilightPoints maxStorage maxFunctionDefs maxInstructionDefs maxStackElements
        maxSizeOfInstructions maxComponentElements maxPoints maxContours maxCompositePoints maxCompositeContours
        maxComponentDepth""".split():
        setattr(font["maxp"], field, 1 if field == "maxZones" else 0)
    return font


def write(font: TTFont, path: Path) -> None:
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    data = io.BytesIO()
    font.save(data)
    path.write_bytes(brotli.compress(data.getvalue(), quality=11, lgwin=24))
    print(f"{path.name}: {len(data.getvalue())} bytes, {path.stat().st_size} compressed")


def main(packages: Path, folder: Path) -> None:
    fonts = packages / "usr/share/fonts"
    for part in ["", *SMALL]:
        source = fonts / f"truetype/noto/NotoSans{part}-Regular.ttf"
        write(whole(source), folder / f"NotoSans{part}.ttf.br")
    write(east_asian(fonts / "opentype/noto/NotoSansCJK-Regular.ttc"), folder / "NotoSansCJK.ttf.br")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
