"""Files that are not read as yet, or are not what their name says: the sentence names the cause."""

import gzip
import io
import zipfile

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

COMMAS = "the fields seem to be separated by {}, and in a .csv file only commas are read as yet"
LATIN = ("a letter that is not in UTF-8; the text is perhaps in Latin-1 (Windows-1252), and only UTF-8 is read as "
         "yet: save it as UTF-8.")
UTF16 = "the text is in UTF-16, and only UTF-8 is read as yet; save it as UTF-8."


def zipped(*entries):
    bytes = io.BytesIO()
    with zipfile.ZipFile(bytes, "w") as file:
        for name, text in entries:
            file.writestr(name, text)
    return bytes.getvalue()


def parquet_bytes():
    sink = io.BytesIO()
    pa.parquet.write_table(pa.table({"a": [1, 2], "b": [3, 4]}), sink)
    return sink.getvalue()


def feather_bytes():
    sink = io.BytesIO()
    pa.feather.write_feather(pa.table({"a": [1, 2], "b": [3, 4]}), sink)
    return sink.getvalue()


TABLE = "name,age,pay\nMüller,31,2\nJörg,47,3\n"
XLSX = zipped(("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>"))
ODS = zipped(("mimetype", "application/vnd.oasis.opendocument.spreadsheet"))
XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)

FILES = [
    ("in.csv", b"a;b\n1;2\n3;4\n", COMMAS.format("';'") + "; save it with commas."),
    ("in.csv", b"a;b\n1,5;2,5\n3;4\n", COMMAS.format("';'") + ", as are only decimal points; save it with commas "
     "between the fields and points in the numbers."),
    ("in.csv", b'"turnover";"profit"\n1.234,50;2,5\n3,5;4\n', COMMAS.format("';'") + ", as are only decimal points; "
     "save it with commas between the fields and points in the numbers."),
    ("in.csv", b"a\tb\n1\t2\n", COMMAS.format("tabs") + "; give it the extension .tsv."),
    ("in.csv", b"a|b\n1|2\n", COMMAS.format("'|'") + "; save it with commas."),
    ("in.tsv", b"a,b\n1,2\n", "the fields seem to be separated by ',', and in a .tsv file only tabs are read as yet; "
     "give it the extension .csv."),
    ("in.csv", TABLE.encode("utf-16"), UTF16),
    ("in.csv", b"\xfe\xff" + TABLE.encode("utf-16-be"), UTF16),
    ("in.csv", TABLE.encode("utf-16-le"), UTF16.replace("is in", "seems to be in")),
    ("in.csv.gz", gzip.compress(TABLE.encode("utf-16")), UTF16),
    ("in.csv", b"a,b\n1,\x00\n", "there are zero bytes in it, so it is no text."),
    ("in.csv", XLSX, "by its content this is an Excel workbook, which the name does not say; give it the extension .xlsx."),
    ("in.csv", ODS, "by its content this is an OpenDocument workbook, which the name does not say; give it the extension .ods."),
    ("in.csv", XLS, "by its content this is a workbook with a password, or an old one (.xls), which the name does not say; "
     "save it as .xlsx, without a password."),
    ("in.parquet", XLSX, "by its content this is an Excel workbook, which the name does not say; give it the extension .xlsx."),
    ("in.csv", gzip.compress(TABLE.encode()), "by its content this is compressed by gzip, which the name does not "
     "say; give it an extension that ends in .gz."),
    ("in.csv", parquet_bytes(), "by its content this is a Parquet file, which the name does not say; give it the "
     "extension .parquet."),
    ("in.csv", feather_bytes(), "by its content this is a Feather (Arrow) file, which the name does not say; give it "
     "the extension .feather."),
    ("in.parquet", feather_bytes(), "by its content this is a Feather (Arrow) file, which the name does not say; give "
     "it the extension .feather."),
    ("in.feather", parquet_bytes(), "by its content this is a Parquet file, which the name does not say; give it the "
     "extension .parquet."),
    ("in.xlsx", XLSX, "no sheet of the workbook has cells."),
]


@pytest.mark.parametrize("name,content,sentence", FILES, ids=[f"{i}-{file[0]}" for i, file in enumerate(FILES)])
def test_the_cause_is_named(overhand, tmp_path, name, content, sentence):
    (tmp_path / name).write_bytes(content)
    result = overhand(f"mask {name} -o out.csv", check=False)
    assert (result.returncode, result.stderr.strip()) == (2, f"overhand: {name}: {sentence}")


def test_latin_1_is_named_with_its_line(overhand, tmp_path):
    for text, line in ((TABLE, 2), ("größe,b\n1,2\n3,4\n", 1)):
        (tmp_path / "in.csv").write_bytes(text.encode("latin-1"))
        for arguments in ("", "--keep name") if line == 2 else ("",):
            result = overhand(f"mask in.csv -o out.csv {arguments}", check=False)
            assert (result.returncode, result.stderr.strip()) == (2, f"overhand: in.csv, line {line}: {LATIN}")
    (tmp_path / "in.csv").write_bytes(TABLE.encode("latin-1"))
    overhand("mask in.csv -o out.csv --drop name --method noise")  # what is left out may be anything


def test_a_decimal_comma_in_quotes_or_a_tsv_is_named(overhand, tmp_path):
    sentence = ("column 'b' has a decimal comma, and only decimal points are read as yet; save the file "
                "with points.")
    (tmp_path / "in.csv").write_text('a,b\n1,"2,5"\n3,"4,5"\n')
    (tmp_path / "in.tsv").write_text("a\tb\n1\t2,5\n3\t4,5\n")
    for name in ("in.csv", "in.tsv"):
        result = overhand(f"mask {name} -o out.csv", check=False)
        assert (result.returncode, result.stderr.strip()) == (2, f"overhand: {name}, line 2: {sentence}")


def test_a_byte_order_mark_is_no_part_of_a_name(overhand, people, tmp_path):
    people.write_bytes(b"\xef\xbb\xbf" + b'"age"' + people.read_bytes()[3:])
    overhand("mask people.csv -o out.csv")
    assert (tmp_path / "out.csv").read_text().startswith("age,income,hours\n")


@pytest.mark.parametrize("ending", ["\r", "\r\n"])
def test_lines_may_end_in_other_ways(overhand, people, tmp_path, ending):
    people.write_bytes(people.read_bytes().replace(b"\n", ending.encode()))
    overhand("mask people.csv -o out.csv --seed 1")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 201
    people.write_bytes(people.read_bytes().replace(f"{ending}23,".encode(), f"{ending}x,".encode()))
    assert "people.csv, line 5: column 'age'" in overhand("mask people.csv -o out.csv", check=False).stderr


def test_extensions_in_capitals(overhand, people, tmp_path):
    (tmp_path / "X.CSV.GZ").write_bytes(gzip.compress(people.read_bytes()))
    overhand("mask X.CSV.GZ -o OUT.Csv.Gz")
    assert gzip.decompress((tmp_path / "OUT.Csv.Gz").read_bytes()).startswith(b"age,income,hours\n")


def test_lines_of_packed_files(overhand, tmp_path):
    text = b"a,b\n1,2\n\n3,x\n5,6\n"
    parts = gzip.compress(text[:8]) + gzip.compress(text[8:])
    for packed in (gzip.compress(text), parts):
        (tmp_path / "in.csv.gz").write_bytes(packed)
        assert "in.csv.gz, line 4: column 'b'" in overhand("mask in.csv.gz -o out.csv", check=False).stderr
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(b"a,b\n1,2\n3\n"))
    assert "in.csv.gz, line 3: 1 fields" in overhand("mask in.csv.gz -o out.csv", check=False).stderr
