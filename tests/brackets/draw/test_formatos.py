import doctest


def test_the_document_of_the_formats_says_what_the_code_does(project_root):
    failed, tried = doctest.testfile(str(project_root / "docs" / "formatos.md"), module_relative=False)

    assert tried > 8
    assert failed == 0
