"""Files that are no table, or are not what their name says: the sentence names the cause."""

import gzip
import io
import zipfile

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest



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


def test_a_byte_order_mark_is_no_part_of_a_name(overhand, people, tmp_path):
    people.write_bytes(b"\xef\xbb\xbf" + b'"age"' + people.read_bytes()[3:])
    overhand("mask people.csv -o out.csv")
    assert (tmp_path / "out.csv").read_bytes().startswith(b"\xef\xbb\xbfage,income,hours\n"), "it goes out as it came"


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
    assert "in.csv.gz, line 3: 1 field," in overhand("mask in.csv.gz -o out.csv", check=False).stderr
